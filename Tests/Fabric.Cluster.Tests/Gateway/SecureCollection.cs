using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Gateway;

/// <summary>Tests that leave the cluster as they found it, and so share one.</summary>
[CollectionDefinition(nameof(SecureCollection))]
public sealed class SecureCollection : ICollectionFixture<SecureCluster>;
