namespace SfPerf.Peers.Etcd;

/// <summary>Describes what a member says of itself.</summary>
/// <param name="Member">Its id.</param>
/// <param name="Leader">The leader's id; 0 while there is none.</param>
/// <param name="Version">Its version.</param>
internal sealed record EtcdStatus(ulong Member, ulong Leader, string Version);

/// <summary>A member of an etcd cluster.</summary>
/// <param name="Id">Its id.</param>
/// <param name="Name">Its name.</param>
/// <param name="ClientUrl">Where it listens to clients; empty when it says nothing.</param>
/// <param name="Learner">Whether it only learns, without a vote.</param>
internal sealed record EtcdMember(ulong Id, string Name, string ClientUrl, bool Learner);

/// <summary>A cluster's leader, connected.</summary>
/// <param name="Channel">For the caller to dispose of.</param>
/// <param name="Version">Its version.</param>
/// <param name="Voters">Members with a vote, itself included.</param>
internal sealed record EtcdLeader(GrpcChannel Channel, string Version, int Voters);
