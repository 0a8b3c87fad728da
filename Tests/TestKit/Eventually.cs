using System;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;

namespace SfPerf.TestKit;

/// <summary>Waits for what happens on another thread or in another process.</summary>
public static class Eventually
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(120);

    // Between two looks: what is waited for needs the processor, too.
    private static readonly TimeSpan LookPause = TimeSpan.FromMilliseconds(2);
    private static readonly TimeSpan QuestionPause = TimeSpan.FromMilliseconds(20);

    /// <summary>Looks again and again until a condition holds.</summary>
    /// <param name="holds">The condition.</param>
    /// <param name="what">What the message of a failure says; the condition itself unless given.</param>
    /// <exception cref="TimeoutException">It did not hold within 120 s.</exception>
    public static Task HoldsAsync(Func<bool> holds, [CallerArgumentExpression(nameof(holds))] string what = "") =>
        HoldsAsync(() => Task.FromResult(holds()), LookPause, what);

    /// <summary>Asks again and again until a condition holds.</summary>
    /// <inheritdoc cref="HoldsAsync(Func{bool}, string)"/>
    public static Task HoldsAsync(
        Func<Task<bool>> holds, [CallerArgumentExpression(nameof(holds))] string what = "") =>
        HoldsAsync(holds, QuestionPause, what);

    private static async Task HoldsAsync(Func<Task<bool>> holds, TimeSpan pause, string what)
    {
        var start = TimeProvider.System.GetTimestamp();
        while (!await holds().WaitAsync(Limit, TimeProvider.System))
        {
            if (TimeProvider.System.GetElapsedTime(start) > Limit)
                throw new TimeoutException($"It does not hold after {Limit.TotalSeconds} s: {what}");
            await Task.Delay(pause, TimeProvider.System);
        }
    }
}
