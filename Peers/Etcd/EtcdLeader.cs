namespace SfPerf.Peers.Etcd;

/// <summary>A cluster's leader, connected.</summary>
/// <param name="Channel">For the caller to dispose of.</param>
/// <param name="Version">Its version.</param>
/// <param name="Voters">Members with a vote, itself included.</param>
internal sealed record EtcdLeader(GrpcChannel Channel, string Version, int Voters);
