namespace Microsoft.ServiceFabric.Services.Communication.Client;

public enum TargetReplicaSelector
{
    Default = 0,
    PrimaryReplica = 0,
    RandomInstance = 0,
    RandomReplica = 1,
    RandomSecondaryReplica = 2,
}
