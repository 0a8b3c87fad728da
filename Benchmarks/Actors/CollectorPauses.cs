using System;
using System.Diagnostics.Tracing;
using System.Globalization;
using System.Threading;

namespace SfPerf.Benchmarks.Actors;

/// <summary>Listens to the garbage collector of this process: how long it has stopped all threads at a time.</summary>
internal sealed class CollectorPauses : EventListener
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";
    private const EventKeywords Collector = (EventKeywords)1;
    private const int CollectionBegins = 1;
    private const int SuspensionBegins = 9;
    private const int SuspensionEnded = 3;
    private readonly Lock _gate = new();
    private DateTime? _began;                                  // guarded by _gate
    private string _collection = "-";                          // guarded by _gate
    private (TimeSpan Time, string Collection) _longest = (default, "-"); // guarded by _gate

    /// <summary>Gets the longest pause since the last call, as milliseconds, and the generation that was collected; a B
    /// tells that the collection as a whole goes on beside the program.</summary>
    internal string TakeLongest()
    {
        lock (_gate)
        {
            var (time, collection) = _longest;
            _longest = (default, "-");
            return string.Create(CultureInfo.InvariantCulture, $"{time.TotalMilliseconds:F1}/{collection}");
        }
    }

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == Runtime)
            EnableEvents(eventSource, EventLevel.Informational, Collector);
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        lock (_gate)
        {
            switch (eventData.EventId)
            {
                case CollectionBegins:
                    // Count, generation, reason, type: 1 is one in the background.
                    _collection = $"{eventData.Payload![1]}{(eventData.Payload[3] is 1u ? "B" : "")}";
                    break;
                case SuspensionBegins:
                    _began = eventData.TimeStamp;
                    break;
                case SuspensionEnded when _began is { } began:
                    if (eventData.TimeStamp - began > _longest.Time)
                        _longest = (eventData.TimeStamp - began, _collection);
                    _began = null;
                    break;
                default:
                    break;
            }
        }
    }
}
