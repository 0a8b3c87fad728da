namespace SfPerf.Peers.Etcd;

/// <summary>What a member says of itself.</summary>
/// <param name="Member">Its id.</param>
/// <param name="Leader">The leader's id; 0 while there is none.</param>
/// <param name="Version">Its version.</param>
internal sealed record EtcdStatus(ulong Member, ulong Leader, string Version);
