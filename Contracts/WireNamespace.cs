namespace SfPerf.Contracts;

/// <summary>The XML namespace of contracts and data on the wire.</summary>
public static class WireNamespace
{
    /// <summary>The namespace's name.</summary>
    public const string Uri = "urn:sfperf:1";
}
