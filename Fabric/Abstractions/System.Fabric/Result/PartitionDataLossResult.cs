#nullable disable

namespace System.Fabric.Result;

[Serializable]
public abstract class TestCommandResult
{
    internal TestCommandResult()
    {
    }

    /// <summary>Gets why the command failed; null if it did not.</summary>
    public Exception Exception { get; internal init; }
}

[Serializable]
public sealed class PartitionDataLossResult : TestCommandResult
{
    internal PartitionDataLossResult()
    {
    }

    public SelectedPartition SelectedPartition { get; internal init; }

    public override string ToString() => $"{SelectedPartition}";
}
