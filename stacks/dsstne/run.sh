set -euo pipefail
curl -fsSL "$DATAURL" | gzip -dcf > data
curl -fsSL "$TRAININGCONFIGURL" > config
eval "$GENERATEINPUTCMD"
eval "$GENERATEOUTPUTCMD"
eval "$TRAINCMD"
eval "$PREDICTCMD"
aws s3 cp results "s3://$S3BUCKETRESULTS/results-$HOSTNAME-$(date -u +%Y-%m-%dT%H-%M-%SZ)"
