using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes.Actors;

/// <summary>Tests that call actors: the resolver of their proxies is one for the whole process.</summary>
[CollectionDefinition(nameof(ActorCollection))]
public sealed class ActorCollection;
