namespace SfPerf.DevCluster;

internal sealed record ReadyHost(string Node, string Program, int Pid);
