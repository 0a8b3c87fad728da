namespace SfPerf.Client.Output;

/// <summary>The values of <c>--format</c>.</summary>
internal static class OutputFormats
{
    public const string Table = "table";
    public const string Json = "json";
    public const string Legacy = "legacy";

    public static string[] All => [Table, Json, Legacy];
}
