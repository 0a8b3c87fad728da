using Xunit;

namespace SfPerf.Fabric.ReliableState.Tests.Replicated;

/// <summary>Tests with real leases run apart from those that keep every processor busy.</summary>
[CollectionDefinition(nameof(AloneCollection), DisableParallelization = true)]
public sealed class AloneCollection;
