"""Says how many tasks ECS can run at once, by an exact solver.

The model is written from the Amazon ECS developer guide and API reference. It
shares no code with the engine that it judges.
"""
