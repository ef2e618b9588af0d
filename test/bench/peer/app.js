// The stack tensorflow-test in JavaScript, of the same constructs of CDK that
// ecsgpu uses. The benchmark measures ecsgpu against it; a test holds both
// templates against each other. Usage: node app.js DIRECTORY
'use strict';
const fs = require('fs');
const path = require('path');
const cdk = require('aws-cdk-lib');
const autoscaling = require('aws-cdk-lib/aws-autoscaling');
const ec2 = require('aws-cdk-lib/aws-ec2');
const ecs = require('aws-cdk-lib/aws-ecs');
const iam = require('aws-cdk-lib/aws-iam');
const logs = require('aws-cdk-lib/aws-logs');
const { Construct } = require('constructs');
const types = require('./types.json');

class Network extends Construct {
  constructor(scope, id) {
    super(scope, id);
    this.vpc = new ec2.Vpc(this, 'Vpc', {
      ipAddresses: ec2.IpAddresses.cidr('10.0.0.0/16'),
      maxAzs: 2,
      natGateways: 0,
      subnetConfiguration: [{ name: 'Public', subnetType: ec2.SubnetType.PUBLIC, cidrMask: 24, mapPublicIpOnLaunch: true }],
      restrictDefaultSecurityGroup: false,
    });
    this.subnets = this.vpc.selectSubnets({ subnetType: ec2.SubnetType.PUBLIC });
  }
}

class Cluster extends Construct {
  constructor(scope, id, network) {
    super(scope, id);
    this.network = network;
    this.resource = new ecs.CfnCluster(this, 'Resource', {
      clusterSettings: [{ name: 'containerInsights', value: 'disabled' }],
    });
    this.securityGroup = new ec2.SecurityGroup(this, 'SecurityGroup', {
      vpc: network.vpc, description: 'Container instances', allowAllOutbound: true,
    });
    this.cluster = ecs.Cluster.fromClusterAttributes(this, 'Cluster', {
      clusterName: this.resource.ref, clusterArn: this.resource.attrArn, vpc: network.vpc,
      securityGroups: [this.securityGroup], hasEc2Capacity: true,
    });
    this.providers = [];
  }

  addPool(id, props) {
    const pool = new Pool(this, id, props);
    this.providers.push(pool.capacityProvider.ref);
    if (!this.association) {
      this.association = new ecs.CfnClusterCapacityProviderAssociations(this, 'Association', {
        cluster: this.resource.ref, capacityProviders: [],
        defaultCapacityProviderStrategy: [{ capacityProvider: pool.capacityProvider.ref, weight: 1 }],
      });
    }
    this.association.capacityProviders = this.providers;
    return pool;
  }
}

const allow = (actions, resource, conditions) => new iam.PolicyStatement({ actions, resources: [resource], conditions });
const arn = (service, resource) => cdk.Fn.sub(`arn:\${AWS::Partition}:${service}:\${AWS::Region}:\${AWS::AccountId}:${resource}`);

class Pool extends Construct {
  constructor(cluster, id, props) {
    super(cluster, id);
    const clusterArn = cluster.resource.attrArn;
    const role = new iam.Role(this, 'Role', {
      description: 'Container instances of the ECS cluster',
      assumedBy: new iam.ServicePrincipal('ec2.amazonaws.com'),
      inlinePolicies: {
        ContainerInstance: new iam.PolicyDocument({
          minimize: false,
          statements: [
            allow(['ecs:DeregisterContainerInstance', 'ecs:RegisterContainerInstance', 'ecs:SubmitAttachmentStateChanges', 'ecs:SubmitContainerStateChange', 'ecs:SubmitTaskStateChange'], clusterArn),
            allow(['ecs:Poll', 'ecs:StartTelemetrySession', 'ecs:UpdateContainerInstancesState'], '*',
              { ArnEquals: { 'ecs:cluster': clusterArn } }),
            allow(['ecs:DiscoverPollEndpoint', 'ecr:GetAuthorizationToken'], '*'),
            allow(['ecr:BatchCheckLayerAvailability', 'ecr:BatchGetImage', 'ecr:GetDownloadUrlForLayer'], arn('ecr', 'repository/*')),
            allow(['logs:CreateLogStream', 'logs:PutLogEvents'], arn('logs', 'log-group:*')),
            ...(props.gpu ? [allow(['autoscaling:DescribeAutoScalingInstances', 'autoscaling:DescribeScalingActivities'], '*')] : []),
            allow(['cloudformation:SignalResource'], cdk.Aws.STACK_ID),
          ],
        }),
      },
      managedPolicies: [iam.ManagedPolicy.fromAwsManagedPolicyName('AmazonSSMManagedInstanceCore')],
    });
    const profile = new iam.CfnInstanceProfile(this, 'InstanceProfile', { roles: [role.roleName] });
    const group = new autoscaling.CfnAutoScalingGroup(this, 'AutoScalingGroup', {
      minSize: '1',
      maxSize: props.maxSize.valueAsString,
      desiredCapacity: props.desiredCapacity.valueAsString,
      vpcZoneIdentifier: cluster.network.subnets.subnetIds,
      newInstancesProtectedFromScaleIn: false,
      tags: [
        { key: 'Name', value: this.node.path, propagateAtLaunch: true },
        { key: 'AmazonECSManaged', value: 'true', propagateAtLaunch: true },
      ],
    });
    group.node.addDependency(cluster.network.subnets.internetConnectivityEstablished);
    group.cfnOptions.creationPolicy = { resourceSignal: { count: 1, timeout: 'PT45M' } };
    group.cfnOptions.updatePolicy = {
      autoScalingRollingUpdate: {
        maxBatchSize: 1, minInstancesInService: 0, waitOnResourceSignals: true, pauseTime: 'PT45M',
        suspendProcesses: ['AZRebalance', 'AlarmNotification', 'ReplaceUnhealthy', 'ScheduledActions'],
      },
    };
    const launchTemplate = new ec2.CfnLaunchTemplate(this, 'LaunchTemplate', {
      launchTemplateData: {
        instanceType: props.instanceType.valueAsString,
        imageId: props.image.valueAsString,
        iamInstanceProfile: { arn: profile.attrArn },
        securityGroupIds: [cluster.securityGroup.securityGroupId],
        metadataOptions: { httpTokens: 'required', httpPutResponseHopLimit: 1 },
        blockDeviceMappings: [{
          deviceName: '/dev/xvda',
          ebs: { volumeType: 'gp3', volumeSize: props.volumeGiB, encrypted: true, deleteOnTermination: true },
        }],
        userData: cdk.Fn.base64(cdk.Fn.sub(fs.readFileSync(path.join(__dirname, 'user-data', id), 'utf8'))),
        instanceInitiatedShutdownBehavior: props.gpu ? 'terminate' : undefined,
      },
    });
    group.launchTemplate = { launchTemplateId: launchTemplate.ref, version: launchTemplate.attrLatestVersionNumber };
    this.capacityProvider = new ecs.CfnCapacityProvider(this, 'CapacityProvider', {
      name: `cp-${group.ref}`,
      autoScalingGroupProvider: {
        autoScalingGroupArn: group.ref,
        managedScaling: { status: 'ENABLED', targetCapacity: 100 },
        managedDraining: 'ENABLED',
        managedTerminationProtection: 'DISABLED',
      },
    });
  }
}

class Task extends Construct {
  constructor(scope, id, { family, memory, logGroup, role, name, image, gpus, environment }) {
    super(scope, id);
    const resource = new ecs.CfnTaskDefinition(this, 'Resource', {
      family, requiresCompatibilities: ['EC2'], networkMode: 'bridge', cpu: '1024', memory: String(memory),
      executionRoleArn: role.roleArn,
      containerDefinitions: [{
        name, image, cpu: 1024, essential: true,
        environment: Object.entries(environment || {}).map(([name, value]) => ({ name, value })),
        logConfiguration: {
          logDriver: 'awslogs',
          options: { 'awslogs-group': logGroup.logGroupName, 'awslogs-region': cdk.Aws.REGION, 'awslogs-stream-prefix': name },
        },
        resourceRequirements: gpus ? [{ type: 'GPU', value: String(gpus) }] : undefined,
      }],
    });
    if (!environment) {
      resource.addPropertyDeletionOverride('ContainerDefinitions.0.Environment');
    }
  }
}

function newParameters(stack) {
  const parameter = (id, props) => new cdk.CfnParameter(stack, id, props);
  const types_ = (id, def, description) => parameter(id, { type: 'String', default: def, allowedValues: types[id], description });
  const count = (id, description) => parameter(id, { type: 'Number', default: 2, minValue: 1, description });
  const image = (id, path, description) => parameter(id, {
    type: 'AWS::SSM::Parameter::Value<AWS::EC2::Image::Id>', default: `/aws/service/ecs/optimized-ami/${path}/recommended/image_id`, description,
  });
  parameter('EnvironmentName', { type: 'String', default: 'test', description: 'Prefix of the exports and of the log groups' });
  return {
    instanceType: types_('InstanceType', 'c5.2xlarge', 'Type of the CPU instances'),
    gpuInstanceType: types_('GPUInstanceType', 'p3.2xlarge', 'Type of the GPU instances'),
    desiredCapacity: count('DesiredCapacity', 'Number of CPU instances'),
    maxSize: count('MaxSize', 'Largest number of CPU instances'),
    desiredGPUCapacity: count('DesiredGPUCapacity', 'Number of GPU instances'),
    maxGPUSize: count('MaxGPUSize', 'Largest number of GPU instances'),
    image: image('ECSAMI', 'amazon-linux-2023', 'Image of the CPU instances'),
    gpuImage: image('ECSGPUAMI', 'amazon-linux-2023/gpu', 'Image of the GPU instances'),
  };
}

function newRole(stack, id, service, policy) {
  return new iam.Role(stack, id, {
    assumedBy: new iam.ServicePrincipal(service),
    managedPolicies: [iam.ManagedPolicy.fromAwsManagedPolicyName(`service-role/${policy}`)],
  });
}

function newLogs(stack, id, container) {
  return new logs.LogGroup(stack, id, {
    logGroupName: cdk.Fn.sub(`\${EnvironmentName}-task-${container}`),
    retention: logs.RetentionDays.ONE_MONTH, removalPolicy: cdk.RemovalPolicy.DESTROY,
  });
}

function newTasks(stack, role) {
  const gpuLogs = newLogs(stack, 'GpuLogs', 'tensorflow-gpu');
  const gpu = (gpus, memory, environment) => new Task(stack, `tensorflow-${gpus}-gpu`, {
    family: `tensorflow-${gpus}-gpu`, memory, logGroup: gpuLogs, role, gpus, environment,
    name: 'tensorflow-gpu', image: 'brentley/tensorflow-gpu:8904d11',
  });
  gpu(1, 6144);
  gpu(4, 8192, { BATCH_SIZE: '128', GPU: '4' });
  gpu(8, 131072, { BATCH_SIZE: '128', GPU: '8' });
  new Task(stack, 'tensorflow-cpu', {
    family: 'tensorflow-cpu', memory: 6144, logGroup: newLogs(stack, 'CpuLogs', 'tensorflow-cpu'), role,
    name: 'tensorflow-cpu', image: 'brentley/tensorflow-cpu:latest',
  });
}

const app = new cdk.App({ outdir: process.argv[2], analyticsReporting: false, treeMetadata: false });
const stack = new cdk.Stack(app, 'tensorflow-test', {
  description: 'ECS cluster of c5 and GPU instances that runs a TensorFlow benchmark on 1, 4 and 8 GPUs',
  synthesizer: new cdk.BootstraplessSynthesizer({}),
});
const p = newParameters(stack);
const network = new Network(stack, 'Network');
const cluster = new Cluster(stack, 'Cluster', network);
const cpu = cluster.addPool('Cpu', {
  instanceType: p.instanceType, image: p.image, desiredCapacity: p.desiredCapacity, maxSize: p.maxSize, volumeGiB: 30,
});
const gpu = cluster.addPool('Gpu', {
  instanceType: p.gpuInstanceType, image: p.gpuImage, desiredCapacity: p.desiredGPUCapacity, maxSize: p.maxGPUSize, volumeGiB: 100, gpu: true,
});
const autoscalingRole = newRole(stack, 'AutoscalingRole', 'application-autoscaling.amazonaws.com', 'AmazonEC2ContainerServiceAutoscaleRole');
const ecsRole = newRole(stack, 'ECSRole', 'ecs.amazonaws.com', 'AmazonEC2ContainerServiceRole');
const executionRole = newRole(stack, 'ECSTaskExecutionRole', 'ecs-tasks.amazonaws.com', 'AmazonECSTaskExecutionRolePolicy');
newTasks(stack, executionRole);
for (const [key, value] of Object.entries({
  ClusterName: cluster.resource.ref,
  AutoscalingRole: autoscalingRole.roleArn,
  ECSRole: ecsRole.roleArn,
  ECSTaskExecutionRole: executionRole.roleArn,
  VpcId: network.vpc.vpcId,
  PublicSubnetOne: network.subnets.subnetIds[0],
  PublicSubnetTwo: network.subnets.subnetIds[1],
  ContainerSecurityGroup: cluster.securityGroup.securityGroupId,
  CapacityProvider: cpu.capacityProvider.ref,
  GPUCapacityProvider: gpu.capacityProvider.ref,
})) {
  new cdk.CfnOutput(stack, `Output${key}`, { value, exportName: cdk.Fn.sub(`\${EnvironmentName}:${key}`) }).overrideLogicalId(key);
}
app.synth();
