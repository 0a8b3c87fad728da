namespace SfPerf.Client.Parameters;

/// <summary>One value in force, and where it came from.</summary>
internal sealed record ParameterValue(string Name, string Text, ParameterOrigin Origin);
