using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

/// <summary>
/// Defines the collection of tests that set the default resolver of proxies
/// (<c>ServicePartitionResolver.SetDefault</c>, <c>ActorCluster</c>). It is one for the whole process: no two of them
/// run at once.
/// </summary>
[CollectionDefinition(nameof(DefaultResolverCollection))]
public sealed class DefaultResolverCollection;
