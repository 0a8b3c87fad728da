#nullable disable

namespace System.Fabric.Result;

/// <summary>Represents what came of a test command.</summary>
[Serializable]
public abstract class TestCommandResult
{
    internal TestCommandResult()
    {
    }

    /// <summary>Gets why the command failed; null if it did not.</summary>
    public Exception Exception { get; internal init; }
}

/// <summary>Represents what came of a data loss.</summary>
[Serializable]
public sealed class PartitionDataLossResult : TestCommandResult
{
    internal PartitionDataLossResult()
    {
    }

    /// <summary>Gets the partition that has lost data.</summary>
    public SelectedPartition SelectedPartition { get; internal init; }

    /// <summary>Gets a text for people with the service and the partition.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => $"{SelectedPartition}";
}
