namespace Microsoft.ServiceFabric.Actors.Runtime;

/// <summary>How reminders are kept.</summary>
public sealed class ReminderSettings
{
    public ReminderSettings()
    {
    }

    internal ReminderSettings(ReminderSettings other) =>
        AutoDeleteOneTimeReminders = other.AutoDeleteOneTimeReminders;

    /// <summary>
    /// Gets or sets a value indicating whether a reminder that fires once is deleted when it has, also if its turn
    /// failed.
    /// </summary>
    /// <value>True unless set.</value>
    public bool AutoDeleteOneTimeReminders { get; set; } = true;
}
