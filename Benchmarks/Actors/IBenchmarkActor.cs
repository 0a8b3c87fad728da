using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;

namespace SfPerf.Benchmarks.Actors;

/// <summary>Defines what the benchmark calls on each actor.</summary>
public interface IBenchmarkActor : IActor
{
    /// <summary>Sets the actor's only state.</summary>
    Task WriteAsync(long value);

    /// <summary>Gets the actor's only state; 0 if it was never set.</summary>
    Task<long> ReadAsync();
}
