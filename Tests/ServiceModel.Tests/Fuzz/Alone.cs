using Xunit;

namespace SfPerf.ServiceModel.Tests.Fuzz;

/// <summary>Tests that count what the whole process allocates: they run when no other test does.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class Alone
{
    public const string Name = "Alone";
}
