namespace SfPerf.DevCluster.Gateway;

internal sealed record ErrorDetail(string Code, string Message);
