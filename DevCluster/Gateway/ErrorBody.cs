namespace SfPerf.DevCluster.Gateway;

internal sealed record ErrorBody(ErrorDetail Error);
