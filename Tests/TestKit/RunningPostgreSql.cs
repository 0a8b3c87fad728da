namespace SfPerf.TestKit;

/// <summary>A PostgreSQL primary with two standbys, of which one acknowledges each commit.</summary>
public sealed class RunningPostgreSql() : RunningPeer("postgresql");
