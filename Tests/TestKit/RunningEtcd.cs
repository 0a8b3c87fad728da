namespace SfPerf.TestKit;

/// <summary>An etcd cluster of three members.</summary>
public sealed class RunningEtcd() : RunningPeer("etcd");
