using Xunit;

namespace SfPerf.LoadGenerator.Tests.Running;

/// <summary>Tests that measure this process run while no other test does.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class Alone
{
    internal const string Name = "alone";
}
