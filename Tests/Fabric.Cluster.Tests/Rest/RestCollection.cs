using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Rest;

/// <summary>Tests that leave the cluster as they found it, and so share one.</summary>
[CollectionDefinition(nameof(RestCollection))]
public sealed class RestCollection : ICollectionFixture<RestCluster>;
