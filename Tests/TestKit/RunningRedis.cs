namespace SfPerf.TestKit;

/// <summary>A Redis primary with two replicas; each flushes before it acknowledges.</summary>
public sealed class RunningRedis() : RunningPeer("redis");
