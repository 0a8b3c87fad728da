using SfPerf.ServiceModel.Contracts;

namespace System.ServiceModel;

/// <summary>Marks a method of a service contract as an operation.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class OperationContractAttribute : Attribute
{
    /// <summary>Gets or sets the name on the wire; the method's, less a task's "Async", unless set.</summary>
    public string? Name { get; set => field = WireName.Checked(value); }

    /// <summary>Gets or sets the request's action; {namespace}/{contract}/{operation} unless set.</summary>
    public string? Action { get; set => field = value ?? throw new ArgumentNullException(nameof(value)); }

    /// <summary>Gets or sets the reply's action; the request's with "Response" unless set.</summary>
    public string? ReplyAction { get; set => field = value ?? throw new ArgumentNullException(nameof(value)); }

    /// <summary>Gets or sets whether the method is the Begin of a pair of Begin and End.</summary>
    public bool AsyncPattern { get; set; }

    /// <summary>Gets or sets whether the caller waits for no reply.</summary>
    public bool IsOneWay { get; set; }

    /// <summary>Gets or sets whether the operation may start a session.</summary>
    public bool IsInitiating { get; set; } = true;

    /// <summary>Gets or sets whether the session ends with the operation's reply.</summary>
    public bool IsTerminating { get; set; }
}
