namespace SfPerf.DevCluster.Gateway;

/// <summary>Why a request is refused before it is routed.</summary>
internal sealed record Refusal(int Status, string Code, string Message);
