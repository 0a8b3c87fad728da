namespace SfPerf.DevCluster;

internal sealed record ReadyNode(string Name, int Pid);
