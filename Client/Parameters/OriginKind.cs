namespace SfPerf.Client.Parameters;

/// <summary>Where a value came from; a later one overrides an earlier one.</summary>
internal enum OriginKind
{
    Default,
    File,
    Environment,
    Set,
    CommandLine,
}
