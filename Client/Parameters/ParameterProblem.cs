namespace SfPerf.Client.Parameters;

/// <summary>One thing wrong with the parameters, in the words the user sees.</summary>
internal sealed record ParameterProblem(string? Name, string? Value, ParameterOrigin? Origin, string Message)
{
    public static ParameterProblem Of(RawParameter raw, string message) =>
        new(raw.Name, raw.Text, raw.Origin, message);

    public static ParameterProblem Of(ParameterValue value, string message) =>
        new(value.Name, value.Text, value.Origin, message);

    public override string ToString()
    {
        var place = Origin is null || Origin.Kind == OriginKind.Default ? "" : $"{Origin.Exact}: ";
        var subject = Name is null ? "" : Value is null ? $"{Name}: " : $"{Name} = {Quoted(Value)}: ";
        return place + subject + Message;
    }

    private static string Quoted(string value) => value.Length == 0 ? "\"\"" : value;
}
