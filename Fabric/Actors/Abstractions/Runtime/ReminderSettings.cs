namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>Holds the settings of the reminders of an actor service.</summary>
public sealed class ReminderSettings
{
    /// <summary>Initializes settings with the default value.</summary>
    public ReminderSettings()
    {
    }

    internal ReminderSettings(ReminderSettings other) =>
        AutoDeleteOneTimeReminders = other.AutoDeleteOneTimeReminders;

    /// <summary>
    /// Gets or sets a value indicating whether a reminder that fires once is deleted when it has fired, also if its
    /// callback failed.
    /// </summary>
    /// <value>True unless set. If it is false, the reminder stays stored and never fires again.</value>
    /// <remarks>
    /// It applies to reminders with a due time of more than zero and a negative period. One with a due time of zero and
    /// a period of -1 ms also fires once, but stays stored in either case, as in Service Fabric.
    /// </remarks>
    public bool AutoDeleteOneTimeReminders { get; set; } = true;
}
