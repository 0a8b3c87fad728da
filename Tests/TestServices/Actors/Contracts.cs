using System;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;

namespace SfPerf.Tests.Actors;

/// <summary>Keeps ids, each once. Also compiled into the tests: they call it from another process.</summary>
public interface ILedger : IActor
{
    /// <summary>Adds an id unless it is there.</summary>
    Task AppendAsync(long id);

    /// <summary>
    /// As <see cref="AppendAsync"/>, but half way, when a part of the states is set, makes a file with the ending
    /// <c>entered</c> and waits for one with the ending <c>go</c>.
    /// </summary>
    Task AppendAsToldAsync(long id, string path);

    /// <summary>
    /// As <see cref="AppendAsync"/>, but when the id is stored, and was not there before, makes a file with the ending
    /// <c>entered</c> and waits for one with the ending <c>go</c> before it answers.
    /// </summary>
    Task AppendThenHoldAsync(long id, string path);

    /// <summary>Returns the ids in the order in which they were added.</summary>
    Task<long[]> ListAsync();
}

/// <summary>An actor with all that acts by itself: a timer, reminders and events.</summary>
public interface IClub : IActor, IActorEventPublisher<IClubEvents>
{
    /// <summary>Starts a timer that counts up.</summary>
    Task StartTimerAsync(TimeSpan period);

    /// <summary>Ends it.</summary>
    Task StopTimerAsync();

    /// <summary>Returns how often the timer has come.</summary>
    Task<int> TicksAsync();

    /// <summary>
    /// Registers a reminder, with the text as its state. If it is named <c>held</c>, the text is a path: when it comes,
    /// and has been noted but not stored yet, it makes a file with the ending <c>entered</c> and waits for one with the
    /// ending <c>go</c>.
    /// </summary>
    Task RemindAsync(string name, string text, TimeSpan due, TimeSpan period);

    /// <summary>Unregisters it.</summary>
    Task ForgetAsync(string name);

    /// <summary>Returns "NAME: TEXT" of each reminder that came, in order.</summary>
    Task<string[]> RemindedAsync();
}

/// <summary>What a club tells.</summary>
public interface IClubEvents : IActorEvents
{
    /// <summary>A reminder came.</summary>
    void Reminded(string name, string text);
}
