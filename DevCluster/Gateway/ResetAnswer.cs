namespace SfPerf.DevCluster.Gateway;

internal sealed record ResetAnswer(double Seconds);
