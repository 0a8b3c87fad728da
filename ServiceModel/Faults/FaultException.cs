using System.ServiceModel.Channels;

namespace System.ServiceModel;

/// <summary>A fault told by the other side, or thrown by an operation to be told to it as it stands.</summary>
public class FaultException : CommunicationException
{
    private const string NoReason = "The creator of this fault did not specify a Reason.";

    private readonly MessageFault? _fault;

    public FaultException()
        : this(NoReason)
    {
    }

    public FaultException(string reason)
        : this(ToReason(reason))
    {
    }

    public FaultException(FaultReason reason)
        : this(reason, null!, null!)
    {
    }

    public FaultException(string reason, FaultCode code)
        : this(ToReason(reason), code, null!)
    {
    }

    public FaultException(FaultReason reason, FaultCode code)
        : this(reason, code, null!)
    {
    }

    public FaultException(string reason, FaultCode code, string action)
        : this(ToReason(reason), code, action)
    {
    }

    public FaultException(FaultReason reason, FaultCode code, string action)
        : base((reason ??= new FaultReason(NoReason)).ToString())
    {
        Reason = reason;
        Code = code ?? new FaultCode("Sender");
        Action = action;
    }

    public FaultException(MessageFault fault)
        : this(fault, null!)
    {
    }

    public FaultException(MessageFault fault, string action)
        : this((fault ?? throw new ArgumentNullException(nameof(fault))).Reason, fault.Code, action) => _fault = fault;

    /// <summary>Gets the action the fault came with, or shall go with; null for the default.</summary>
    public string? Action { get; }

    public FaultCode Code { get; }

    public FaultReason Reason { get; }

    public static FaultException CreateFault(MessageFault messageFault, params Type[] faultDetailTypes) =>
        CreateFault(messageFault, null!, faultDetailTypes);

    /// <summary>Makes the typed exception whose detail type's data contract is the detail's element.</summary>
    public static FaultException CreateFault(MessageFault messageFault, string action, params Type[] faultDetailTypes)
    {
        ArgumentNullException.ThrowIfNull(messageFault);
        foreach (var type in faultDetailTypes ?? [])
        {
            if (messageFault.TryGetDetail(type, null, out var detail))
                return CreateTyped(type, detail, messageFault, action);
        }

        return new FaultException(messageFault, action);
    }

    public virtual MessageFault CreateMessageFault() => _fault ?? MessageFault.CreateFault(Code, Reason);

    public override string ToString() => $"{GetType()}: {Message} (Fault code: {Code.Name}).\n{StackTrace}";

    private protected static FaultReason ToReason(string? reason) => new(reason ?? NoReason);

    internal static FaultException CreateTyped(Type type, object? detail, MessageFault fault, string? action) =>
        (FaultException)Activator.CreateInstance(
            typeof(FaultException<>).MakeGenericType(type), detail, fault.Reason, fault.Code, action)!;
}
