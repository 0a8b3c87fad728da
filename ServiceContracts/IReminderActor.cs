using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;

namespace SfPerf.ServiceContracts;

/// <summary>An actor with one reminder, which notes how late it comes.</summary>
public interface IReminderActor : IActor
{
    /// <summary>Registers the reminder; when the task ends, it survives the end of all processes.</summary>
    /// <param name="dueUtcTicks">When it is due, in ticks of UTC.</param>
    Task ScheduleAsync(long dueUtcTicks);

    /// <summary>Returns how late the reminder came, in ticks, each time that it came.</summary>
    Task<long[]> GetLatenessAsync();
}
