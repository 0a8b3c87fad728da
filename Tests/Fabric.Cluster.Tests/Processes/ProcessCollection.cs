using Xunit;

namespace SfPerf.Fabric.Cluster.Tests.Processes;

/// <summary>Clusters of many processes run one after the other: two cores carry one of them at a time.</summary>
[CollectionDefinition("processes", DisableParallelization = true)]
public sealed class ProcessCollection;
