#nullable disable

namespace System.Fabric;

/// <summary>The load of a replica or instance in one metric.</summary>
/// <remarks>
/// Reported loads are shown by the cluster. Nothing is moved by them; Service Fabric balances its nodes by them.
/// </remarks>
[Serializable]
public sealed class LoadMetric
{
    /// <summary>Initializes a new instance of the <see cref="LoadMetric"/> class.</summary>
    /// <param name="name">The name of the metric.</param>
    /// <param name="value">The load, in whatever unit the metric has.</param>
    /// <exception cref="ArgumentNullException"><paramref name="name"/> is null.</exception>
    /// <exception cref="ArgumentException"><paramref name="name"/> is empty.</exception>
    public LoadMetric(string name, int value)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        (Name, Value) = (name, value);
    }

    /// <summary>Gets the name of the metric.</summary>
    public string Name { get; }

    /// <summary>Gets the load, in whatever unit the metric has.</summary>
    public int Value { get; }
}
