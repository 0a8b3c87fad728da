using System.ServiceModel.Channels;

namespace SfPerf.ServiceModel.Dispatch;

/// <summary>Asks the error handlers of an endpoint.</summary>
internal static class ErrorHandling
{
    /// <summary>Gets the fault the handlers want told; null for the default one.</summary>
    internal static Message? Provide(DispatchEngine engine, Exception error)
    {
        Message? fault = null;
        foreach (var handler in engine.ErrorHandlers)
            handler.ProvideFault(error, engine.Version, ref fault!);
        return fault;
    }

    /// <summary>Tells whether a handler dealt with the error, so that the session may go on.</summary>
    internal static bool Handle(DispatchEngine engine, Exception error)
    {
        foreach (var handler in engine.ErrorHandlers)
        {
            if (handler.HandleError(error))
                return true;
        }

        return false;
    }

    /// <summary>Disposes a service's instance. Its call is answered already, so only the handlers hear of an
    /// error.</summary>
    internal static void Dispose(DispatchEngine engine, object instance)
    {
        try
        {
            (instance as IDisposable)?.Dispose();
        }
        catch (Exception e)
        {
            Tell(engine, e);
        }
    }

    private static void Tell(DispatchEngine engine, Exception error)
    {
        try
        {
            Handle(engine, error);
        }
        catch (Exception)
        {
            // The handler failed as well: there is no other handler and no call that could fail.
        }
    }
}
