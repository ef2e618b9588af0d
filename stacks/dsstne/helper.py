"""Starts the image build, and empties the results bucket before it is deleted."""
import os

import boto3
import cfnresponse


def build(event, context):
    """Hands the request on to the build, which answers it when it is done."""
    if event["RequestType"] == "Delete":
        answer(event, context)
        return
    names = {
        "RESPONSE_URL": "ResponseURL",
        "STACK_ID": "StackId",
        "REQUEST_ID": "RequestId",
        "LOGICAL_ID": "LogicalResourceId",
    }
    boto3.client("codebuild").start_build(
        projectName=os.environ["PROJECT"],
        environmentVariablesOverride=[{"name": name, "value": event[key]} for name, key in names.items()],
    )


def empty(event, context):
    """Deletes every version of every object."""
    if event["RequestType"] == "Delete":
        boto3.resource("s3").Bucket(event["PhysicalResourceId"]).object_versions.delete()
    answer(event, context)


def answer(event, context, status=cfnresponse.SUCCESS, reason=None):
    bucket = event["ResourceProperties"].get("Bucket")
    cfnresponse.send(event, context, status, {}, bucket or event.get("PhysicalResourceId"), reason=reason)


def handler(event, context):
    try:
        {"Build": build, "Empty": empty}[event["ResourceProperties"]["Action"]](event, context)
    except Exception as problem:  # CloudFormation would wait an hour for an answer
        answer(event, context, cfnresponse.FAILED, str(problem))
