namespace SfPerf.DevCluster.Gateway;

internal sealed record StopAnswer(int Pid);
