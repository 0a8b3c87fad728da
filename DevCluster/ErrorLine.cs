namespace SfPerf.DevCluster;

/// <summary>The one line that a manager prints when it cannot start.</summary>
internal sealed record ErrorLine
{
    public string Event { get; } = "error";

    public required string Code { get; init; }

    public required string Message { get; init; }
}
