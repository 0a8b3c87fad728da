using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Gateway;

/// <summary>Tests that leave the cluster as they found it, and so share one.</summary>
[CollectionDefinition(nameof(OneNodeCollection))]
public sealed class OneNodeCollection : ICollectionFixture<OneNodeCluster>;
