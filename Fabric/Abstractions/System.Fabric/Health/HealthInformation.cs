#nullable disable

namespace System.Fabric.Health;

/// <summary>
/// Represents what a source says of a property of an entity. A later report of the same source and property replaces
/// it.
/// </summary>
/// <remarks>Not thread safe. It can be changed and used again once the report method has returned.</remarks>
public sealed class HealthInformation
{
    /// <summary>
    /// Stands for a number that the reporting process draws: the present time, and always above its last one.
    /// </summary>
    public const long AutoSequenceNumber = 0;

    /// <summary>Stands for a number that is not known. It is below all numbers that are drawn.</summary>
    public const long UnknownSequenceNumber = -1;

    /// <summary>Initializes the information. The state and the source's name are checked when it is reported.</summary>
    /// <param name="sourceId">Who reports. Names that begin with <c>System.</c> are the cluster's own and are
    /// refused.</param>
    /// <param name="property">What it is about.</param>
    /// <param name="healthState">Ok, Warning or Error.</param>
    /// <exception cref="ArgumentException">A name is null, empty or blank.</exception>
    public HealthInformation(string sourceId, string property, HealthState healthState)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(sourceId);
        ArgumentException.ThrowIfNullOrWhiteSpace(property);
        (SourceId, Property, HealthState) = (sourceId, property, healthState);
    }

    /// <summary>Gets who reports.</summary>
    public string SourceId { get; }

    /// <summary>Gets what of the entity it is about.</summary>
    public string Property { get; }

    /// <summary>Gets how well the entity is in this respect.</summary>
    public HealthState HealthState { get; }

    /// <summary>Gets or sets the text; the cluster keeps its first 4,096 characters.</summary>
    /// <value>Empty unless set; null counts as empty.</value>
    public string Description { get; set; } = "";

    /// <summary>Gets or sets how long the report is valid from its arrival.</summary>
    /// <value>More than zero; for ever (<see cref="TimeSpan.MaxValue"/>) unless set.</value>
    public TimeSpan TimeToLive { get; set; } = TimeSpan.MaxValue;

    /// <summary>
    /// Gets or sets whether a report that is not valid any more is removed; otherwise it counts as an error.
    /// </summary>
    /// <value>False unless set.</value>
    public bool RemoveWhenExpired { get; set; }

    /// <summary>Gets or sets a number that grows with each report; one that does not is dropped as stale.</summary>
    /// <value><see cref="AutoSequenceNumber"/>, which takes the time, unless set.</value>
    public long SequenceNumber { get; set; } = AutoSequenceNumber;

    /// <exception cref="ArgumentException">A report that Service Fabric refuses, too.</exception>
    internal void Check()
    {
        if (HealthState is not (HealthState.Ok or HealthState.Warning or HealthState.Error))
            throw new ArgumentException($"The health state is {HealthState}. Allowed: Ok, Warning, Error.");
        if (SourceId.StartsWith("System.", StringComparison.OrdinalIgnoreCase))
        {
            throw new ArgumentException(
                $"The source is '{SourceId}'. Names that begin with System. are the cluster's own.");
        }
        if (TimeToLive <= TimeSpan.Zero)
            throw new ArgumentException($"TimeToLive is {TimeToLive}. Allowed: more than zero.");
    }

    /// <summary>Gets a text for people with source, property, state and description.</summary>
    /// <returns>The text.</returns>
    public override string ToString() => $"{SourceId} {Property} {HealthState} {Description}".TrimEnd();
}

/// <summary>Specifies how a report is sent. Reports reach the manager at once here, whatever is set.</summary>
public sealed class HealthReportSendOptions
{
    /// <summary>Initializes options.</summary>
    public HealthReportSendOptions()
    {
    }

    /// <summary>Gets or sets whether a report is sent at once. It is in either case here.</summary>
    public bool Immediate { get; set; }
}
