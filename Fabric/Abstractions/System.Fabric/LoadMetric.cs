#nullable disable

namespace System.Fabric;

/// <summary>The load of a replica or instance in one metric.</summary>
[Serializable]
public sealed class LoadMetric
{
    public LoadMetric(string name, int value)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        (Name, Value) = (name, value);
    }

    public string Name { get; }

    public int Value { get; }
}
