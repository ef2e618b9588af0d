package ecsgpu

func (p TaskDefinitionProps) fits() error { return nil }
