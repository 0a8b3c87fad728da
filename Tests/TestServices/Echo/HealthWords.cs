using System;
using System.Fabric.Health;
using System.Globalization;

namespace SfPerf.Tests.Echo;

/// <summary>What a test asks a service to report: PROPERTY STATE MILLISECONDS, and <c>remove</c> if it is to go.
/// </summary>
internal static class HealthWords
{
    internal static HealthInformation Parse(string[] words)
    {
        var lives = int.Parse(words[2], CultureInfo.InvariantCulture);
        return new("Echo", words[0], Enum.Parse<HealthState>(words[1]))
        {
            Description = $"{words[0]} is {words[1]}.",
            TimeToLive = lives == 0 ? TimeSpan.MaxValue : TimeSpan.FromMilliseconds(lives),
            RemoveWhenExpired = words.Length > 3,
        };
    }
}
