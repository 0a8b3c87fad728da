namespace SfPerf.Client.Parameters;

/// <summary>Defines what the states of actors survive; the names are those of the attribute StatePersistence.</summary>
internal static class StatePersistences
{
    public const string Persisted = "Persisted";
    public const string Volatile = "Volatile";
    public const string None = "None";

    public static string[] Names { get; } = [Persisted, Volatile, None];
}
