namespace SfPerf.Client.Parameters.Ycsb;

/// <summary>One property of a Java properties file.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Value">Its value, without white space around it.</param>
/// <param name="Line">The line its name is on, from 1.</param>
/// <param name="Column">The place of the name in that line, from 1.</param>
internal sealed record JavaProperty(string Name, string Value, int Line, int Column);
