namespace SfPerf.Client.Parameters;

/// <summary>Where a value came from: for a file its path and line, else the variable or the option.</summary>
internal sealed record ParameterOrigin(OriginKind Kind, string Place, int Line = 0)
{
    public static readonly ParameterOrigin Default = new(OriginKind.Default, "default");

    public override string ToString() => Line > 0 ? $"{Place}:{Line}" : Place;
}
