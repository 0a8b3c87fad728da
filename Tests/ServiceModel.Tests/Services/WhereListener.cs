using System;
using System.Globalization;
using System.ServiceModel;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Tests.Services;

/// <summary>Tells its service which thread runs the callback.</summary>
[CallbackBehavior(ConcurrencyMode = ConcurrencyMode.Multiple)]
public class WhereListener : IListener
{
    public string Say(string text) => Environment.CurrentManagedThreadId.ToString(CultureInfo.InvariantCulture);

    public Task<string> SayLaterAsync(string text) => Task.FromResult(Say(text));

    public void Hear(string text)
    {
    }
}
