namespace SfPerf.Peers.Etcd;

/// <summary>A member of an etcd cluster.</summary>
/// <param name="Id">Its id.</param>
/// <param name="Name">Its name.</param>
/// <param name="ClientUrl">Where it listens to clients; empty when it says nothing.</param>
/// <param name="Learner">Whether it only learns, without a vote.</param>
internal sealed record EtcdMember(ulong Id, string Name, string ClientUrl, bool Learner);
